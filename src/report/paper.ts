/** The panel's colours where there is no theme: what is written or tells lines apart has a contrast of 4.5 with the ground. */
import type { Colour } from '../panel/export/drawing.js';

export const ON_PAPER: Readonly<Record<Colour, string>> = {
  background: '#ffffff', foreground: '#1f2328', dim: '#59636e', faint: '#d1d9e0', plain: '#59636e', barrier: '#0550ae', 'node-fill': '#f6f8fa',
  global: '#0b7285', shared: '#8a6d00', tensor: '#8250df', 'own-window': '#0550ae', peer: '#1a7f37', remote: '#9a6700', decision: '#6f42c1', bad: '#cf222e',
};
