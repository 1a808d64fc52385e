import { Button, Divider } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text';
import { FailureAlert } from '../../ui/FailureAlert';
import { ProviderIcon } from '../../ui/ProviderIcon';
import { returnPath } from './guard';
import { providersQuery, useBeginSignIn } from './sign-in.queries';

/** Nothing where there are no providers. */
export function ProviderButtons({ from }: { from: string | undefined }) {
  const t = useText('sign-in');
  const { data: providers = [] } = useQuery(providersQuery());
  const { mutate, variables, isPending, error } = useBeginSignIn();
  if (providers.length === 0) return null;
  return (
    <>
      <Divider label={t('sign-in.or')} />
      <FailureAlert error={error} />
      {providers.map(({ id, name, icon }) => (
        <Button
          key={id}
          variant="default"
          fullWidth
          leftSection={<ProviderIcon name={icon} />}
          loading={isPending && variables.id === id}
          onClick={() => mutate({ id, from: returnPath(from) })}
        >
          {t('sign-in.with', { name })}
        </Button>
      ))}
    </>
  );
}
