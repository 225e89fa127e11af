import { createContext, useContext } from 'react';
import type { Place } from './graphModel.js';
import { post } from './vscodeApi.js';

/** What parts of the graph can ask of the panel. */
export interface Actions {
  /** Opens or closes a band. */
  readonly toggleBand: (id: string) => void;
  readonly openFindings: () => void;
}

export const ActionsContext = createContext<Actions>({
  toggleBand: () => undefined,
  openFindings: () => undefined,
});

export function useActions(): Actions {
  return useContext(ActionsContext);
}

export function reveal(place: Place): void {
  post({ kind: 'reveal', file: place.file, line: place.line, column: place.column ?? 1 });
}
