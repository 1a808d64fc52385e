import { Accordion, Button, MultiSelect } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ChallengeInfo } from '@vexil/contract/challenge';
import { useText } from '../../i18n/use-text';
import { CategoryIcon } from '../../ui/CategoryTag';
import type { Form } from '../../ui/use-form';
import classes from './Divisions.module.css';
import type { DivisionValues } from './division-form';
import { PermissionBoxes } from './PermissionBoxes';
import { challengePermissionNames } from './permission-conflicts';

type DivisionExceptionsProps = { form: Form<DivisionValues>; challenges: readonly ChallengeInfo[] };

export function DivisionExceptions({ form, challenges }: DivisionExceptionsProps) {
  const t = useText('division');
  const configs = form.values.challengeConfigs;
  const put = (next: DivisionValues['challengeConfigs']) => form.set('challengeConfigs', next);
  const choose = (ids: string[]) =>
    put(
      ids.map(
        (id) =>
          configs.find(({ challengeId }) => challengeId === Number(id)) ?? {
            challengeId: Number(id),
            permissions: form.values.defaultPermissions,
          },
      ),
    );
  const challengeOf = (id: number) => challenges.find((challenge) => challenge.id === id);
  return (
    <div>
      <MultiSelect
        label={t('division.field.exceptions')}
        description={t('division.help.exceptions')}
        error={form.errors.challengeConfigs}
        placeholder={configs.length === 0 ? t('division.help.choose') : undefined}
        classNames={{ inputField: classes.inputField }}
        searchable
        value={configs.map(({ challengeId }) => String(challengeId))}
        onChange={choose}
        data={challenges.map(({ id, title }) => ({ value: String(id), label: title }))}
      />
      <Accordion mt="sm" variant="separated">
        {configs.map(({ challengeId, permissions }) => {
          const challenge = challengeOf(challengeId);
          return (
            <Accordion.Item key={challengeId} value={String(challengeId)}>
              <Accordion.Control icon={challenge && <CategoryIcon category={challenge.category} />}>
                {challenge?.title ?? `#${challengeId}`}
              </Accordion.Control>
              <Accordion.Panel>
                <PermissionBoxes
                  title={t('division.group.challenge')}
                  permissions={challengePermissionNames}
                  mask={permissions}
                  compact
                  onChange={(mask) =>
                    put(
                      configs.map((config) =>
                        config.challengeId === challengeId ? { ...config, permissions: mask } : config,
                      ),
                    )
                  }
                />
                <Button
                  className={classes.removeException}
                  size="xs"
                  variant="default"
                  leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
                  onClick={() => put(configs.filter((config) => config.challengeId !== challengeId))}
                >
                  {t('division.help.removeException')}
                </Button>
              </Accordion.Panel>
            </Accordion.Item>
          );
        })}
      </Accordion>
    </div>
  );
}
