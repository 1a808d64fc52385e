import { useConfig } from '../features/config/config.queries';
import { useText } from '../i18n/use-text';
import { CopyButton } from '../ui/CopyButton';
import { Markdown } from '../ui/Markdown';
import { PageHeader } from '../ui/PageHeader';
import { Panel } from '../ui/Panel';
import { Pennant } from '../ui/Pennant';
import classes from './AboutPage.module.css';

/** What software this is, under which licence, and which build. */
export function AboutPage() {
  const t = useText();
  const config = useConfig();
  const { tag, time } = __BUILD__;
  const version = config?.version ?? tag;
  const commit = config?.commit ?? __BUILD__.commit;
  const unknown = t('shell.aboutPage.unknown');
  return (
    <div className={classes.page}>
      <PageHeader title={t('shell.about')} lead={t('shell.aboutPage.lead')} />
      {config?.footerInfo && (
        <Panel className="below-12">
          <Markdown source={config.footerInfo} />
        </Panel>
      )}
      <Panel>
        <div className={classes.mark}>
          <Pennant size={56} />
          <span className={classes.word}>Vexil</span>
        </div>
        <h2 className={classes.heading}>{t('shell.aboutPage.what')}</h2>
        <p>{t('shell.aboutPage.whatText')}</p>
        <h2 className={classes.heading}>{t('shell.aboutPage.licence')}</h2>
        <p>{t('shell.aboutPage.licenceText')}</p>
        {config && (
          <p>
            <a className="link" href={config.licenseUrl}>
              {t('shell.aboutPage.licenceLink')}
            </a>
          </p>
        )}
        {config && (
          <>
            <h2 className={classes.heading}>{t('shell.aboutPage.source')}</h2>
            {config.sourceUrl ? (
              <p>
                {t('shell.aboutPage.sourceText')}{' '}
                <a className="link" href={config.sourceUrl}>
                  {config.sourceUrl}
                </a>
              </p>
            ) : (
              <p>{t('shell.aboutPage.sourceMissing')}</p>
            )}
          </>
        )}
        <h2 className={classes.heading}>{t('shell.aboutPage.accessibility')}</h2>
        <p>{t('shell.aboutPage.accessibilityText')}</p>
        <p className="above-8">{t('shell.aboutPage.accessibilityExceptions')}</p>
        <h2 className={classes.heading}>{t('shell.aboutPage.parts')}</h2>
        <p>{t('shell.aboutPage.partsText')}</p>
      </Panel>
      <Panel
        title={t('shell.aboutPage.build')}
        actions={<CopyButton value={`Vexil ${version} ${commit} ${time}`} />}
        className="above-12"
      >
        <dl className={classes.facts}>
          <dt>{t('shell.aboutPage.version')}</dt>
          <dd>{version}</dd>
          <dt>{t('shell.aboutPage.commit')}</dt>
          <dd>{commit || unknown}</dd>
          <dt>{t('shell.aboutPage.built')}</dt>
          <dd>{time || unknown}</dd>
        </dl>
      </Panel>
    </div>
  );
}
