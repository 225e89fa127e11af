/** All features of the server. */
import type { Feature } from '../registry.js';
import { codeActions } from './codeActions.js';
import { codeLens } from './codeLens.js';
import { compare } from './compare.js';
import { diagnostics } from './diagnostics.js';
import { hover } from './hover.js';
import { inactiveRegions } from './inactiveRegions.js';
import { inlayHints } from './inlayHints.js';
import { kernels } from './kernels.js';
import { overview } from './overview.js';
import { projectFile } from './projectFile.js';
import { semanticTokens } from './semanticTokens.js';
import { status } from './status.js';
import { symbols } from './symbols.js';

export const features: readonly Feature[] = [diagnostics, hover, codeActions, codeLens, symbols, inlayHints, semanticTokens, inactiveRegions, kernels, compare, overview, projectFile, status];
