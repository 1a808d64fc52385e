import { Button, ColorInput, Modal, Radio } from '@mantine/core';
import { useState } from 'react';
import { useConfig } from '../features/config/config.queries';
import { useText } from '../i18n/use-text';
import { accentOf, chooseAccent, useAccentChoice } from '../theme/accent';
import { darkShade, isHexColour } from '../theme/palette';
import { accent } from '../theme/tokens';
import classes from './AccentDialog.module.css';

const sources = ['Managed', 'Default', 'Custom'] as const;

/** Where the accent comes from; what is chosen shows at once on the whole page. */
export function AccentDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText();
  const choice = useAccentChoice();
  const managed = useConfig()?.customTheme;
  const [colour, setColour] = useState(choice.source === 'Custom' ? choice.colour : accent.dark);
  const steps = accentOf(choice, managed);

  const choose = (source: (typeof sources)[number]) =>
    chooseAccent(source === 'Custom' ? { source, colour: isHexColour(colour) ? colour : accent.dark } : { source });
  const write = (value: string) => {
    setColour(value);
    if (isHexColour(value)) chooseAccent({ source: 'Custom', colour: value });
  };

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('shell.accent.title')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Radio.Group value={choice.source} onChange={(source) => choose(source as (typeof sources)[number])}>
        <div className="column gap-12">
          {sources.map((source) => (
            <Radio
              key={source}
              value={source}
              label={t(`shell.accent.${source}`)}
              description={t(`shell.accent.${source}Hint`)}
            />
          ))}
        </div>
      </Radio.Group>
      {choice.source === 'Custom' && (
        <ColorInput
          mt="md"
          format="hex"
          label={t('shell.accent.colour')}
          value={colour}
          fixOnBlur={false}
          onChange={write}
          error={isHexColour(colour) ? undefined : t('shell.accent.invalid')}
          popoverProps={{ withinPortal: true }}
        />
      )}
      <div className={classes.preview}>
        <div className={classes.steps} aria-hidden>
          {steps.map((step, index) => (
            <span key={step} style={{ background: step }} data-used={index === darkShade || undefined} />
          ))}
        </div>
        <Button size="xs" onClick={onClose}>
          {t('ui.form.save')}
        </Button>
      </div>
    </Modal>
  );
}
