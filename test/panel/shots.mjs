/**
 * Pictures of the panel for the eye: `node test/panel/shots.mjs FOLDER [WORD …]` takes those whose name has one of the words,
 * or all. `RESULT.json#KERNEL` takes one of a kernel that `symscope analyze --format json` wrote, `RESULT.json#KERNEL@TAB@THEME@LEVEL@WIDTH@HEIGHT@LANGUAGE`
 * one of another view (each part can be empty).
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { startStage } from './stage.mjs';
import { themeNames } from './themes.mjs';

const [folder = 'dist/panel-shots', ...wanted] = process.argv.slice(2);
const results = wanted.filter((word) => word.includes('#'));
const SHOTS = [
  ...results.map((scene) => {
    const [, tab, theme, detail, width, height, language] = scene.split('@');
    return {
      name: scene.slice(scene.lastIndexOf('#') + 1),
      scene,
      tab,
      detail,
      options: { ...(theme ? { theme } : {}), ...(width ? { width: Number(width), height: Number(height) } : {}), ...(language ? { language } : {}) },
    };
  }),
  { name: 'pull-sync', scene: 'pull', options: {}, tab: 'sync' },
  { name: 'pull-compare', scene: 'pull', options: {}, tab: 'compare' },
  { name: 'pull-compare-zh', scene: 'pull', options: { theme: 'hc-light', language: 'zh-cn' }, tab: 'compare' },
  { name: 'pull-pipelines', scene: 'pull', options: { theme: 'light' }, tab: 'pipelines' },
  { name: 'pull-pipelines-zh', scene: 'pull', options: { theme: 'hc-dark', language: 'zh-cn' }, tab: 'pipelines' },
  ...themeNames.map((theme) => ({ name: `dispatch-${theme}`, scene: 'dispatch', options: { theme } })),
  { name: 'dispatch-narrow', scene: 'dispatch', options: { width: 700 } },
  { name: 'dispatch-overview', scene: 'dispatch', options: { theme: 'light' }, detail: 'overview' },
  { name: 'gap-dark', scene: 'gap', options: {} },
  { name: 'gap-overview-hc', scene: 'gap', options: { theme: 'hc-light' }, detail: 'overview' },
  { name: 'gemm-light', scene: 'gemm', options: { theme: 'light' } },
  { name: 'fifty-dark', scene: 'fifty', options: {} },
  { name: 'large-dark', scene: 'large', options: {} },
  { name: 'dispatch-findings', scene: 'dispatch', options: {}, tab: 'findings' },
  { name: 'dispatch-text', scene: 'dispatch', options: { theme: 'light' }, tab: 'text' },
];

mkdirSync(folder, { recursive: true });
const stage = await startStage();
try {
  for (const { name, scene, options, detail, tab } of SHOTS) {
    if (wanted.length > 0 && !wanted.some((word) => name.includes(word) || scene === word)) continue;
    const { page, host, close } = await stage.open(scene, options);
    if (detail) await page.selectOption('select.level', detail);
    if (tab) await page.click(`#tab-${tab}`);
    await page.waitForTimeout(400);
    await page.screenshot({ path: path.join(folder, `${name}.png`) });
    for (const problem of [...host.errors, ...host.violations]) console.error(`${name}: ${problem}`);
    await close();
  }
} finally {
  await stage.close();
}
