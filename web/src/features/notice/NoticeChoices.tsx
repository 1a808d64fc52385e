import { Checkbox } from '@mantine/core';
import { IconAppWindow, IconBell, IconVolume, type TablerIcon } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import { type ChoiceName, choiceNames, noticeKinds, setNoticeChoice, useNoticeChoices } from './choices';
import classes from './NoticeChoices.module.css';
import { playNoticeSound } from './sound';

const icons: Record<ChoiceName, TablerIcon> = { bell: IconBell, popup: IconAppWindow, sound: IconVolume };

/** What this browser counts, shows and sounds for, by kind of notice. */
export default function NoticeChoices() {
  const t = useText('notice');
  const choices = useNoticeChoices();
  return (
    <div className={classes.choices}>
      <table className={classes.table}>
        <caption className={classes.caption}>{t('notice.choices.title')}</caption>
        <thead>
          <tr>
            <td />
            {choiceNames.map((name) => {
              const Icon = icons[name];
              return (
                <th key={name} scope="col" data-hint={t(`notice.choices.${name}Hint`)}>
                  <Icon size={16} />
                  {t(`notice.choices.${name}`)}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {noticeKinds.map((kind) => (
            <tr key={kind}>
              <th scope="row">{t(`notice.kind.${kind}`)}</th>
              {choiceNames.map((name) => (
                <td key={name}>
                  <Checkbox
                    size="xs"
                    aria-label={`${t(`notice.kind.${kind}`)}: ${t(`notice.choices.${name}`)}`}
                    checked={choices[kind][name]}
                    onChange={({ currentTarget: { checked } }) => {
                      setNoticeChoice(kind, name, checked);
                      if (name === 'sound' && checked) playNoticeSound();
                    }}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.note}>{t('notice.choices.note')}</p>
    </div>
  );
}
