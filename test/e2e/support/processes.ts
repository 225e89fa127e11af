/** Processes of the VS Code host, found by descent from it. */
import { execFileSync } from 'node:child_process';
import { environment } from './environment.js';

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function allProcesses(): readonly Process[] {
  const text = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 });
  return text.split('\n').flatMap((line) => {
    const match = /^\s*(?<pid>\d+)\s+(?<parent>\d+)\s+(?<command>.*)$/u.exec(line)?.groups;
    return match === undefined ? [] : [{ pid: Number(match['pid']), parent: Number(match['parent']), command: match['command'] ?? '' }];
  });
}

/** Process ids of the language servers that run below this host. */
export function languageServers(): readonly number[] {
  const all = allProcesses();
  const below = new Set([environment.pid]);
  for (let size = 0; size !== below.size; ) {
    size = below.size;
    for (const { pid, parent } of all) if (below.has(parent)) below.add(pid);
  }
  return all.filter(({ pid, command }) => below.has(pid) && /dist[/\\]server\.cjs/u.test(command)).map(({ pid }) => pid);
}
