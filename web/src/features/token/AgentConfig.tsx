import { mcpEndpoints } from '@vexil/contract/mcp.endpoints';
import { useText } from '../../i18n/use-text';
import { CopyButton } from '../../ui/CopyButton';
import classes from './Tokens.module.css';

/** What clients of the Model Context Protocol read, in the form that most of them share. */
const configOf = (url: string, token: string) =>
  JSON.stringify(
    { mcpServers: { vexil: { type: 'http', url, headers: { Authorization: `Bearer ${token}` } } } },
    null,
    2,
  );

const commandOf = (url: string, token: string) =>
  `claude mcp add --transport http vexil ${url} --header "Authorization: Bearer ${token}"`;

export function AgentConfig({ token, onCopied }: { token: string; onCopied: () => void }) {
  const t = useText('token');
  const url = `${window.location.origin}${mcpEndpoints.call.path}`;
  const texts = [
    { label: t('token.player.tools'), text: configOf(url, token) },
    { label: t('token.player.command'), text: commandOf(url, token) },
  ];
  return (
    <>
      {texts.map(({ label, text }) => (
        <section key={label} className="grid gap-8" aria-label={label}>
          <div className="row between gap-8">
            <h3 className="text-13 semibold">{label}</h3>
            <CopyButton value={text} label={`${t('ui.copy.label')}: ${label}`} onCopied={onCopied} />
          </div>
          <pre className={classes.config}>{text}</pre>
        </section>
      ))}
      <p className="dimmed text-13">{t('token.player.toolsHint')}</p>
    </>
  );
}
