import type { Kernel } from '../core/schema.js';
import { PlaceLink } from './FindingsView.js';
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
            {section.title} {section.place === undefined ? null : <PlaceLink place={section.place} />}
          </h2>
          {section.items.length === 0 ? <p className="empty">{words.nothingOwn}</p> : <Items items={section.items} />}
        </section>
      ))}
    </div>
  );
}

function Items({ items }: { readonly items: readonly TextItem[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.key}>
          <span>{item.text}</span> <PlaceLink place={item.place} />
          {item.children.length === 0 ? null : <Items items={item.children} />}
        </li>
      ))}
    </ul>
  );
}
