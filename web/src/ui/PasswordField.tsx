import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { IconCheck, IconPoint } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useText } from '../i18n/use-text';
import classes from './PasswordField.module.css';
import { isStrongEnough, passwordRules, passwordStrength } from './password-rules';

type PasswordFieldProps = PasswordInputProps & {
  /** Shows below the field what a new password still lacks. */
  withStrength?: boolean;
};

/** A password with an eye to see it and a word when caps lock is on. */
export function PasswordField({ withStrength = false, ...props }: PasswordFieldProps) {
  const t = useText();
  const [capsLock, setCapsLock] = useState(false);
  const rulesId = useId();
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  const value = String(props.value ?? '');
  const strength = withStrength ? passwordStrength(value) : 0;

  return (
    <div>
      <PasswordInput
        {...props}
        description={capsLock ? <span className="warning">{t('ui.password.capsLock')}</span> : props.description}
        onKeyUp={watch}
        onKeyDown={watch}
        aria-describedby={withStrength ? rulesId : undefined}
        visibilityToggleButtonProps={{ 'aria-label': t('ui.password.show') }}
      />
      {withStrength && (
        <div className="above-8" id={rulesId}>
          <div
            className={classes.bar}
            data-held={strength > 3 && isStrongEnough(value) ? 'enough' : strength > 1 ? 'some' : 'few'}
            aria-hidden
          >
            {passwordRules.map((rule, index) => (
              <span key={rule.name} className={index < strength ? classes.full : undefined} />
            ))}
          </div>
          <ul className={classes.rules}>
            {passwordRules.map((rule) => (
              <li key={rule.name} className={rule.holds(value) ? classes.held : undefined}>
                {rule.holds(value) ? <IconCheck size={12} stroke={2.5} /> : <IconPoint size={12} stroke="2px" />}
                {t(`ui.password.${rule.name}`)}
                {rule.holds(value) && <span className="visually-hidden">, {t('ui.password.held')}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
