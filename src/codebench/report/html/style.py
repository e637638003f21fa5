"""How the page looks. Colours are those of Okabe and Ito, which the colour-blind tell apart."""

from codebench.report.html.markup import Html

__all__ = ["STYLE"]

STYLE = Html("""
:root { --ink: #1a1a1a; --soft: #5a5a5a; --paper: #ffffff; --line: #d9d9d9; --card: #f6f7f8;
  --blue: #0072b2; --orange: #c77700; }
@media (prefers-color-scheme: dark) { :root { --ink: #ececec; --soft: #b0b0b0; --paper: #16181b;
  --line: #3a3f45; --card: #202429; --blue: #56b4e9; --orange: #e69f00; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 1240px; color: var(--ink);
  background: var(--paper); font: 15px/1.45 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: .5rem 0; }
h2 { font-size: 1.25rem; margin: 2.2rem 0 .6rem; border-bottom: 2px solid var(--line); }
h3, figcaption { font-size: 1rem; font-weight: 600; margin: 1.6rem 0 .4rem; text-align: left; }
figure { margin: 0; }
p.foot, .summary { color: var(--soft); font-size: .85rem; margin: .4rem 0 1rem; }
ul.notes { background: var(--card); border-left: 4px solid var(--orange); margin: .8rem 0;
  padding: .5rem 1rem .5rem 2rem; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
.wide table { font-size: .92rem; }
.words { min-width: 7.5rem; }
summary { cursor: pointer; margin: 1rem 0; }
table { border-collapse: collapse; max-width: 100%; font-variant-numeric: tabular-nums; }
td:not(.words) { white-space: nowrap; }
th, td { padding: .35rem .45rem; text-align: right; vertical-align: top;
  border-bottom: 1px solid var(--line); }
thead th { color: var(--soft); font-size: .8rem; vertical-align: bottom; }
th[scope=row], thead th:first-child { text-align: left; overflow-wrap: anywhere;
  min-width: 10.5rem; }
th[scope=row] { font-weight: 500; }
.words { text-align: left; }
.heatmap svg { display: block; margin-left: auto; }
.heatmap thead th { overflow-wrap: anywhere; }
.place { display: inline-block; min-width: 1.4em; padding: 0 .3em; border-radius: .7em;
  background: var(--ink); color: var(--paper); font-size: .8em; text-align: center; }
.interval { display: inline-flex; flex-direction: column; align-items: flex-end; }
.interval small { color: var(--soft); white-space: nowrap; }
.panels { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 340px), 1fr));
  gap: .8rem; }
.panel { background: var(--card); border-radius: 6px; padding: .5rem .7rem; overflow-x: auto;
  break-inside: avoid; }
.panel figcaption { margin: 0 0 .4rem; overflow-wrap: anywhere; }
.beside { display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: flex-start; }
ol.names { padding-left: 2rem; overflow-wrap: anywhere; min-width: 0; }
ul.key { list-style: none; display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; padding: 0;
  margin: .3rem 0 .7rem; font-size: .85rem; }
ul.key svg { vertical-align: middle; }
table.strips th { min-width: 7rem; }
table.strips th, table.strips td { border: 0; padding: .12rem .5rem .12rem 0; text-align: left;
  vertical-align: middle; font-size: .85rem; }
svg { max-width: 100%; font: 12px system-ui, sans-serif; }
svg text { fill: var(--ink); }
svg text.axis, svg text.small { font-size: 11.5px; }
.grid, .tick { stroke: var(--line); }
polyline, line.any, line.all { fill: none; stroke-width: 2; }
.secure_success { stroke: var(--blue); }
.success { stroke: var(--orange); }
polyline.success { stroke-width: 4; }
polyline.all, line.all { stroke-dasharray: 5 3; }
.dot { stroke: none; }
.dot.secure_success { fill: var(--blue); }
.dot.success { fill: var(--orange); }
.whisker, .cross { fill: none; stroke-width: 1.4; opacity: .75; }
.cross { stroke: var(--soft); }
.mark { fill: var(--blue); stroke: var(--paper); }
svg text.mark-name { fill: var(--paper); font-weight: 600; }
.range { stroke: var(--blue); stroke-width: 3; opacity: .55; }
.point { fill: var(--blue); }
.good { fill: #009e73; }
.danger { fill: #e69f00; }
.idle { fill: #56b4e9; }
.bad { fill: #4d4d4d; }
.open { fill: none; stroke: var(--soft); stroke-dasharray: 3 2; }
svg text.on-good, svg text.on-bad { fill: #ffffff; font-weight: 700; }
svg text.on-danger, svg text.on-idle { fill: #000000; font-weight: 700; }
.heat-dark text { fill: #ffffff; }
.heat-light text { fill: #000000; }
code { font-size: .85em; overflow-wrap: anywhere; }
dt { font-weight: 600; float: left; clear: left; min-width: 8rem; }
dd { margin: 0 0 .3rem 8.5rem; }
@media (max-width: 640px) {
  .table thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px;
    overflow: hidden; }
  .table table, .table tbody { display: block; }
  .table tr { display: block; background: var(--card); border-radius: 6px; margin: .6rem 0;
    padding: .4rem .7rem; }
  .table th[scope=row] { display: block; border: 0; font-weight: 600; padding: .2rem 0; }
  .table td { display: flex; justify-content: space-between; gap: 1rem; border: 0;
    padding: .2rem 0; text-align: right; }
  .table td::before { content: attr(data-label); color: var(--soft); text-align: left;
    overflow-wrap: anywhere; flex: 0 1 auto; min-width: 5.5rem; }
  dt { float: none; } dd { margin-left: 0; }
}
@media print {
  :root { --ink: #000; --soft: #444; --paper: #fff; --line: #bbb; --card: #fff; --blue: #0072b2;
    --orange: #c77700; color-scheme: light; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  html { font-size: 11px; }
  body { max-width: none; padding: 0; font-size: 10px; }
  .wide, .panel { overflow: visible; }
  details::details-content { content-visibility: visible; }
  tr, .panel, .beside { break-inside: avoid; }
  h2, h3, figcaption { break-after: avoid; }
  th, td { padding: .2rem .3rem; }
  .wide table { font-size: 8px; }
  th[scope=row], thead th:first-child { min-width: 6rem; }
  .words { min-width: 0; }
  thead th { font-size: 7.5px; }
  .leaderboard .bar { width: 56px; height: auto; }
  .heatmap svg { width: 48px; height: auto; }
  .panels { grid-template-columns: repeat(2, 1fr); }
}
""")
