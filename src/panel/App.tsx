import { ReactFlowProvider } from '@xyflow/react';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { TemplateValue } from '../core/schema.js';
import { ActionsContext } from './actions.js';
import { CompareView } from './compare/CompareView.js';
import { drawnFor, twinsOf } from './emphasis.js';
import type { Emphasis } from './emphasis.js';
import { exportAs } from './export/index.js';
import { FindingsView } from './FindingsView.js';
import { GraphView } from './graph/GraphView.js';
import { roomIn } from './graph/view.js';
import { Legend } from './graph/Legend.js';
import { ZoomControls } from './graph/ZoomControls.js';
import type { Detail, KernelGraphAnswer, LayoutOptions } from './graphModel.js';
import { Header } from './Header.js';
import { PipelinesView } from './pipelines/PipelinesView.js';
import type { HostMessage, Tab } from './messages.js';
import { search } from './search.js';
import { initialModel, reduce, stateToStore } from './store.js';
import type { Action, Model } from './store.js';
import { SyncView } from './sync/SyncView.js';
import { Tabs } from './Tabs.js';
import { TextView } from './TextView.js';
import { post, storedState, storeState } from './vscodeApi.js';
import { useWords, wordsFor, WordsContext } from './words.js';

export function App() {
  const [model, dispatch] = useReducer(reduce, undefined, () => initialModel(storedState(), roomIn(window.innerWidth)));

  useEffect(() => {
    const listen = (event: MessageEvent<HostMessage>): void => {
      dispatch({ kind: 'message', message: event.data });
    };
    window.addEventListener('message', listen);
    post({ kind: 'ready', layout: initialModel(storedState(), roomIn(window.innerWidth)).layout });
    return () => {
      window.removeEventListener('message', listen);
    };
  }, []);

  useEffect(() => {
    const state = stateToStore(model);
    if (state !== undefined) storeState(state);
  }, [model]);

  const language = model.answer?.language;
  useEffect(() => {
    if (language !== undefined) document.documentElement.lang = language;
  }, [language]);

  if (model.answer === undefined) {
    return <p className="empty" role="status">{model.reason ?? wordsFor(document.documentElement.lang === 'zh-cn' ? 'zh-cn' : 'en').analysing}</p>;
  }
  return (
    <WordsContext value={wordsFor(model.answer.language)}>
      <ReactFlowProvider>
        <Shown model={model} answer={model.answer} dispatch={dispatch} />
      </ReactFlowProvider>
    </WordsContext>
  );
}

function Shown({ model, answer, dispatch }: { readonly model: Model; readonly answer: KernelGraphAnswer; readonly dispatch: (action: Action) => void }) {
  const words = useWords();
  const { positioned, kernel, findings } = answer;
  const searchBox = useRef<HTMLInputElement>(null);
  const [target, setTarget] = useState<{ readonly id: string }>();
  const lastHit = useRef(-1);
  const hits = useMemo(() => search(positioned, model.query), [positioned, model.query]);
  const isSearching = model.query.trim() !== '';

  useEffect(() => {
    const listen = ({ data }: MessageEvent<HostMessage>): void => {
      if (data.kind === 'export') exportAs(data.format, positioned, kernel.name);
    };
    window.addEventListener('message', listen);
    return () => {
      window.removeEventListener('message', listen);
    };
  }, [positioned, kernel.name]);

  const setTab = useCallback((tab: Tab) => { dispatch({ kind: 'tab', tab }); }, [dispatch]);
  const setLayout = useCallback((layout: LayoutOptions) => {
    dispatch({ kind: 'layout', layout });
    post({ kind: 'layout', layout });
  }, [dispatch]);
  const setQuery = useCallback((query: string) => {
    lastHit.current = -1;
    dispatch({ kind: 'query', query });
  }, [dispatch]);

  const { layout } = model;
  // What the reader changes is the level that is seen, also where nobody chose it.
  const shownLayout = useMemo(() => ({ ...layout, detail: positioned.detail }), [layout, positioned.detail]);
  useRoom(layout, setLayout);
  const actions = useMemo(() => ({
    toggleBand: (id: string): void => {
      const { toggled } = shownLayout;
      setLayout({ ...shownLayout, toggled: toggled.includes(id) ? toggled.filter((other) => other !== id) : [...toggled, id] });
    },
    openFindings: (): void => { setTab('findings'); },
  }), [shownLayout, setLayout, setTab]);

  const emphasis = useMemo((): Emphasis => ({
    selected: model.selected,
    twins: new Set(twinsOf(positioned, model.selected)),
    lit: drawnFor(positioned, model.lit.nodeIds, model.lit.edges),
    matches: isSearching ? new Set(hits) : undefined,
  }), [positioned, model.selected, model.lit, isSearching, hits]);

  const show = useCallback((id: string | undefined) => {
    if (id === undefined) return;
    setTab('graph');
    dispatch({ kind: 'select', id });
    setTarget({ id });
  }, [dispatch, setTab]);

  useShortcuts(searchBox, () => {
    setQuery('');
    dispatch({ kind: 'select', id: undefined });
  });

  return (
    <ActionsContext.Provider value={actions}>
      <Header
        answer={answer}
        busy={model.busy}
        detail={positioned.detail}
        query={model.query}
        hits={isSearching ? hits.length : undefined}
        searchBox={searchBox}
        given={layout.given ?? []}
        onGiven={(given) => { setLayout(specialisedLayout(shownLayout, given)); }}
        onDetail={(detail) => { setLayout({ ...layout, detail, toggled: [] }); }}
        onExport={(format) => { exportAs(format, positioned, kernel.name); }}
        onTab={setTab}
        onQuery={setQuery}
        onNextHit={() => {
          if (hits.length === 0) return;
          lastHit.current = (lastHit.current + 1) % hits.length;
          show(hits[lastHit.current]);
        }}
        onGap={() => { show(positioned.nodes.find((node) => node.kind === 'gap')?.id ?? positioned.edges.find((edge) => edge.gap)?.id); }}
      />
      <main className="main">
        <Tabs tab={model.tab} counts={{ findings: findings.length, pipelines: kernel.pipelines.length }} onTab={setTab}>
          {model.tab === 'graph' ? <ZoomControls /> : null}
        </Tabs>
        {/* Each view of its own, so that none begins where another was scrolled to. */}
        <div key={model.tab} id="view" role="tabpanel" aria-labelledby={`tab-${model.tab}`} className={`view view-${model.tab}`} tabIndex={model.tab === 'graph' ? -1 : 0}>
          {view()}
        </div>
      </main>
      {model.tab === 'graph' ? (
        <footer className="footer">
          <Legend graph={positioned} />
          <span className="hint">{words.hint}</span>
        </footer>
      ) : null}
    </ActionsContext.Provider>
  );

  function view() {
    switch (model.tab) {
      case 'graph':
        if (positioned.nodes.length === 0 && positioned.barriers.length === 0 && positioned.bands.every((band) => band.nodeCount === 0)) {
          return <p className="empty">{words.noFlow}</p>;
        }
        return (
          <GraphView
            graph={positioned}
            findings={findings}
            emphasis={emphasis}
            viewport={model.viewport}
            target={target}
            onSelect={(id) => { dispatch({ kind: 'select', id }); }}
            onViewport={(viewport) => { dispatch({ kind: 'viewport', viewport }); }}
          />
        );
      case 'sync':
        return <SyncView kernel={kernel} chosen={model.barrier} onChoose={(barrier) => { dispatch({ kind: 'barrier', barrier }); }} />;
      case 'pipelines':
        return <PipelinesView kernel={kernel} />;
      case 'compare':
        return <CompareView key={`${answer.uri} ${kernel.name}`} shown={answer} answer={model.comparison} other={model.other} onOther={(other) => { dispatch({ kind: 'other', other }); }} />;
      case 'findings':
        return <FindingsView findings={findings} file={kernel.file} />;
      case 'text':
        return <TextView kernel={kernel} />;
    }
  }
}

function specialisedLayout({ detail, toggled, room }: LayoutOptions & { readonly detail: Detail }, given: readonly TemplateValue[]): LayoutOptions {
  return { detail, toggled, ...(room === undefined ? {} : { room }), ...(given.length > 0 ? { given } : {}) };
}

/** Milliseconds without a further change of the pane's size before the graph is laid out for it. */
const RESIZE_DELAY = 200;

/** Asks for another layout when the pane has become so much wider or narrower that another one fits. */
function useRoom(layout: LayoutOptions, setLayout: (layout: LayoutOptions) => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onResize = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const room = roomIn(window.innerWidth);
        if (room !== undefined && room !== layout.room) setLayout({ ...layout, room });
      }, RESIZE_DELAY);
    };
    onResize();
    window.addEventListener('resize', onResize);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('resize', onResize);
    };
  }, [layout, setLayout]);
}

/** `/` goes to the search box, Escape clears the search and the selection. */
function useShortcuts(searchBox: { readonly current: HTMLInputElement | null }, clear: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
      if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        searchBox.current?.focus();
        searchBox.current?.select();
      } else if (event.key === 'Escape') {
        clear();
      }
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
    };
  });
}
