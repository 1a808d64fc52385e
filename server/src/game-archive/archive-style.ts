/** Colours of the platform, dark or light as the reader's system is. */
export const archiveStyle = `:root{color-scheme:dark light;--page:#0c0f16;--panel:#131824;--line:#242d3f;--text:#e7ebf3;--dim:#9ba6ba;--accent:#5b8cff;--solved:#3ecf8e;--first:#f2c14e;--second:#c3ccd9;--third:#d08b5b;--on:#0c0f16}
@media(prefers-color-scheme:light){:root{--page:#f5f6f9;--panel:#fff;--line:#dde2ea;--text:#151a24;--dim:#566074;--accent:#2f62e0;--solved:#0f7a4c}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:14px/1.5 Inter,system-ui,sans-serif}
a{color:var(--accent)}
header{display:flex;flex-wrap:wrap;gap:4px 24px;align-items:baseline;padding:12px 20px;background:var(--panel);border-bottom:1px solid var(--line)}
.name{font-weight:600;font-size:16px;color:var(--text);text-decoration:none}
nav{display:flex;flex-wrap:wrap;gap:4px 16px}
main{max-width:1440px;margin:0 auto;padding:20px}
h1{margin:0 0 16px;font-size:28px;line-height:1.2}
h2{margin:24px 0 8px;font-size:20px;line-height:1.2}
footer{padding:20px;color:var(--dim);font-size:12px;text-align:center}
.panel{padding:16px;background:var(--panel);border:1px solid var(--line);border-radius:8px;overflow-wrap:anywhere}
.panel+.panel,.rules{margin-top:16px}
.panel>:first-child{margin-top:0}
.panel>:last-child{margin-bottom:0}
.dim{color:var(--dim)}
.notice{padding:8px 12px;border:1px solid var(--first);border-radius:6px}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:8px}
table{width:100%;border-collapse:collapse;background:var(--panel);font-variant-numeric:tabular-nums}
th,td{padding:4px 10px;border-bottom:1px solid var(--line);text-align:start;white-space:nowrap}
td.wrap{white-space:normal;overflow-wrap:anywhere}
.number{text-align:end}
.cell{text-align:center}
thead th{color:var(--dim);font-size:12px;font-weight:500}
thead th{vertical-align:bottom}
th.task{max-height:152px;vertical-align:bottom}
th.task a{display:inline-block;max-height:144px;overflow:hidden;text-overflow:ellipsis;writing-mode:vertical-rl;transform:rotate(180deg);text-decoration:none}
.mark{color:var(--solved)}
.b1,.b2,.b3{display:inline-block;min-width:18px;border-radius:9px;color:var(--on);font-size:12px;font-weight:600;line-height:18px;text-align:center}
.b1{background:var(--first)}
.b2{background:var(--second)}
.b3{background:var(--third)}
img{max-width:100%;height:auto}
.poster{display:block;width:100%;max-height:420px;margin-bottom:16px;border-radius:8px;object-fit:contain}
pre{overflow-x:auto;padding:12px;background:var(--page);border-radius:6px}
pre,code{font-family:"JetBrains Mono",ui-monospace,monospace;font-size:13px}
`;
