/** All features of the extension, one file each. The server starts last, when all listen. */
import { analyzeKernel } from './analyzeKernel.js';
import type { Feature } from './app.js';
import { compareProjects } from './compareProjects.js';
import { contextKeys } from './contextKeys.js';
import { exportGraph } from './exportGraph.js';
import { fileAccess } from './fileAccess.js';
import { inactiveRegions } from './inactiveRegions.js';
import { openCounterpart } from './openCounterpart.js';
import { openExamples } from './openExamples.js';
import { overview } from './overview.js';
import { startWhenNeeded } from './startWhenNeeded.js';
import { statusItem } from './statusItem.js';

export const features: readonly Feature[] = [fileAccess, analyzeKernel, compareProjects, openCounterpart, contextKeys, exportGraph, inactiveRegions, openExamples, overview, statusItem, startWhenNeeded];
