/** The page's style: the reader's own colour scheme, and paper. */
export const STYLE = `
:root { --text: #1f2328; --dim: #59636e; --back: #ffffff; --line: #d1d9e0; --band: #f6f8fa; --link: #0550ae; --nvlink: #1a7f37; --rdma: #9a6700; --gap: #cf222e; --local: #59636e; --global: #0b7285; --shared: #8a6d00; --tensor: #8250df; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --dim: #9198a1; --back: #0d1117; --line: #3d444d; --band: #161b22; --link: #79c0ff; --nvlink: #56d364; --rdma: #e3b341; --gap: #ff7b72; --local: #9198a1; --global: #56c8d8; --shared: #d9b949; --tensor: #bc8cff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 1.5rem; color: var(--text); background: var(--back); font: 15px/1.5 system-ui, "Noto Sans", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.3rem; margin: 2.5rem 0 .75rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line); }
a { color: var(--link); }
code, pre { font-family: ui-monospace, "Cascadia Code", Menlo, Consolas, monospace; font-size: .87em; overflow-wrap: anywhere; }
pre { padding: .75rem; background: var(--band); overflow-x: auto; white-space: pre; }
nav ol { columns: 2; padding-left: 1.5rem; }
td ul { margin: 0; padding: 0; list-style: none; } td li + li { margin-top: .3rem; padding-top: .3rem; border-top: 1px dotted var(--line); }
.note { color: var(--dim); max-width: 60rem; }
.projects { padding-left: 1.2rem; }
.scroll { overflow-x: auto; margin: 1rem 0 1.5rem; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; font-weight: 600; padding: .25rem 0; }
th, td { border: 1px solid var(--line); padding: .4rem .6rem; text-align: left; vertical-align: top; min-width: 4rem; }
tbody th { min-width: 9rem; }
thead th { background: var(--band); }
tbody th { font-weight: 500; }
.places { font-size: .87em; color: var(--dim); }
.places a { white-space: nowrap; }
figure { margin: 1.25rem 0; padding: .9rem 1rem; border: 1px solid var(--line); border-radius: 6px; }
figcaption { font-weight: 600; margin-bottom: .6rem; }
figure ol { list-style: none; margin: 0; padding: 0; }
.flow li { display: grid; grid-template-columns: minmax(8rem, 1fr) minmax(14rem, 2fr) minmax(8rem, 1fr); gap: .1rem .75rem; align-items: center; padding: .45rem 0; border-top: 1px solid var(--line); }
.flow li:first-child { border-top: 0; }
.node { border: 1px solid var(--line); border-radius: 4px; background: var(--band); padding: .25rem .5rem; overflow-wrap: anywhere; }
.edge { position: relative; padding: 0 1.4rem .15rem .2rem; border-bottom: 2px solid var(--local); }
.edge::after { content: ""; position: absolute; right: 0; bottom: -6px; border: 5px solid transparent; border-left: 8px solid var(--local); }
.nvlink .edge { border-color: var(--nvlink); } .nvlink .edge::after { border-left-color: var(--nvlink); } .nvlink .path { color: var(--nvlink); }
.rdma .edge { border-color: var(--rdma); border-bottom-style: dashed; } .rdma .edge::after { border-left-color: var(--rdma); } .rdma .path { color: var(--rdma); }
.gap .edge { border-color: var(--gap); border-bottom-style: dotted; } .gap .edge::after { border-left-color: var(--gap); } .gap .path { color: var(--gap); }
.path { font-weight: 600; }
.notes { grid-column: 1 / -1; font-size: .87em; color: var(--dim); }
.steps li { display: grid; grid-template-columns: 6rem 1.1rem 1fr; gap: .6rem; padding: 0; }
.steps li > span:last-child { padding: .3rem 0; } .steps .notes { display: block; }
.lifeline { position: relative; border-left: 2px solid var(--line); margin-left: .5rem; }
.lifeline::before { content: ""; position: absolute; left: -6px; top: .7rem; width: 6px; height: 6px; border: 2px solid var(--local); border-radius: 50%; background: var(--back); }
.signal .lifeline::before { border-color: var(--nvlink); background: var(--nvlink); } .wait .lifeline::before { border-color: var(--link); background: var(--link); } .join .lifeline::before { border-radius: 0; border-color: var(--text); }
.lane { padding: .3rem 0; text-align: right; }
.lane { font-weight: 600; color: var(--dim); } .signal .lane { color: var(--nvlink); } .wait .lane { color: var(--link); }
.verdict { font-weight: 600; } .verdict.holds { color: var(--nvlink); } .verdict.contradicted { color: var(--gap); } .verdict.unchecked { color: var(--dim); }
details { margin-top: .6rem; color: var(--dim); } details.table { margin: .4rem 0 1.2rem; } details.table caption { display: none; } details.table .scroll { color: var(--text); margin-top: .5rem; } summary { cursor: pointer; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
@page { size: A4 landscape; margin: 12mm; }
@media print { :root { --text: #000; --dim: #444; --back: #fff; --line: #999; --band: #f4f4f4; --link: #000; --nvlink: #1a7f37; --rdma: #9a6700; --gap: #cf222e; --local: #555; --global: #0b7285; --shared: #8a6d00; --tensor: #8250df; } .drawing { max-width: 100%; height: auto; } body { max-width: none; padding: 0; font-size: 9pt; } nav, figure details { display: none; } details.table::details-content { content-visibility: visible; display: block; }  figure, tr { break-inside: avoid; } .scroll { overflow: visible; } a { color: inherit; text-decoration: none; } }
@media (max-width: 46rem) { .flow li { grid-template-columns: 1fr; } nav ol { columns: 1; } }
`;
