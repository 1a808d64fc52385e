import { Checkbox } from '@mantine/core';
import type { Scope } from '@vexil/contract/scope.rules';
import { useId } from 'react';
import { useText } from '../../i18n/use-text';
import { type ScopeArea, scopeFor, scopeRights } from './scope-areas';
import classes from './Tokens.module.css';

type ScopeTableProps = {
  areas: readonly ScopeArea[];
  value: readonly Scope[];
  onChange: (value: Scope[]) => void;
  error?: string | null;
};

export function ScopeTable({ areas, value, onChange, error }: ScopeTableProps) {
  const t = useText('token');
  const id = useId();
  const toggle = (scope: Scope) =>
    onChange(value.includes(scope) ? value.filter((other) => other !== scope) : [...value, scope]);
  return (
    <fieldset className={classes.scopes} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{t('token.scopes.label')}</legend>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('token.scopes.area')}</th>
            {scopeRights.map((right) => (
              <th key={right} scope="col">
                {t(`token.scopes.${right}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {areas.map((area) => (
            <tr key={area}>
              <th scope="row">
                {t(`token.areas.${area}`)}
                <span>{t(`token.areaHelp.${area}`)}</span>
              </th>
              {scopeRights.map((right) => {
                const scope = scopeFor(area, right);
                return (
                  <td key={right}>
                    {scope && (
                      <Checkbox
                        aria-label={`${t(`token.areas.${area}`)}: ${t(`token.scopes.${right}`)}`}
                        checked={value.includes(scope)}
                        onChange={() => toggle(scope)}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {error && (
        <p className={classes.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
