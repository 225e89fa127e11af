import type { Kernel } from '../core/schema.js';
import { LineLink } from './LineLink.js';
import { plainText, textTree } from './textTree.js';
import type { TextItem } from './textTree.js';
import { post } from './vscodeApi.js';
import { useWords } from './words.js';

/** The graph as nested lists: the same content for screen readers, for reading in order and for copying. */
export function TextView({ kernel }: { readonly kernel: Kernel }) {
  const words = useWords();
  return (
    <div className="text-view">
      <button type="button" className="copy" onClick={() => { post({ kind: 'copy', text: plainText(kernel, words.graph) }); }}>
        {words.copy}
      </button>
      {textTree(kernel, words.graph).map((section) => (
        <section key={section.key}>
          <h2>
            {section.title} {section.place === undefined ? null : <LineLink place={section.place} file={kernel.file} />}
          </h2>
          {section.items.length === 0 ? <p className="empty">{words.nothingOwn}</p> : <Items items={section.items} file={kernel.file} />}
        </section>
      ))}
    </div>
  );
}

function Items({ items, file }: { readonly items: readonly TextItem[]; readonly file: string }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.key}>
          <span>{item.text}</span> <LineLink place={item.place} file={file} />
          {item.children.length === 0 ? null : <Items items={item.children} file={file} />}
        </li>
      ))}
    </ul>
  );
}
