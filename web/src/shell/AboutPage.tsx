import { useText } from '../i18n/use-text';
import { CopyButton } from '../ui/CopyButton';
import { PageHeader } from '../ui/PageHeader';
import { Panel } from '../ui/Panel';
import classes from './AboutPage.module.css';
import { Pennant } from './Pennant';

/** What software this is, under which licence, and which build. */
export function AboutPage() {
  const t = useText();
  const { tag, commit, time } = __BUILD__;
  const unknown = t('shell.aboutPage.unknown');
  return (
    <div className={classes.page}>
      <PageHeader title={t('shell.about')} lead={t('shell.aboutPage.lead')} />
      <Panel>
        <div className={classes.mark}>
          <Pennant size={56} />
          <span className={classes.word}>Vexil</span>
        </div>
        <h2 className={classes.heading}>{t('shell.aboutPage.what')}</h2>
        <p>{t('shell.aboutPage.whatText')}</p>
        <h2 className={classes.heading}>{t('shell.aboutPage.licence')}</h2>
        <p>{t('shell.aboutPage.licenceText')}</p>
        <h2 className={classes.heading}>{t('shell.aboutPage.parts')}</h2>
        <p>{t('shell.aboutPage.partsText')}</p>
      </Panel>
      <Panel
        title={t('shell.aboutPage.build')}
        actions={<CopyButton value={`Vexil ${tag} ${commit} ${time}`} />}
        className={classes.build}
      >
        <dl className={classes.facts}>
          <dt>{t('shell.aboutPage.version')}</dt>
          <dd>{tag}</dd>
          <dt>{t('shell.aboutPage.commit')}</dt>
          <dd>{commit || unknown}</dd>
          <dt>{t('shell.aboutPage.built')}</dt>
          <dd>{time || unknown}</dd>
        </dl>
      </Panel>
    </div>
  );
}
