import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { factorEndpoints } from '@vexil/contract/factor.endpoints';
import type { ReplyOf } from '../../api/call';
import { useText } from '../../i18n/use-text';
import { FailureAlert } from '../../ui/FailureAlert';
import { askPasskey, findPasskeyRefusal, type Proof } from './passkey';

type PasskeyButtonProps = {
  alone?: boolean;
  disabled?: boolean;
  ask: () => Promise<ReplyOf<typeof factorEndpoints.challengePasskey>>;
  use: (proof: Proof) => Promise<unknown>;
};

/** Nothing where there are no passkeys. `alone` says that it signs in without a password. */
export function PasskeyButton({ alone = false, disabled = false, ask, use }: PasskeyButtonProps) {
  const t = useText('factor');
  const { mutate, isPending, error } = useMutation({ mutationFn: async () => use(await askPasskey(t, await ask())) });
  if (findPasskeyRefusal()) return null;
  return (
    <>
      <FailureAlert error={error} />
      <Button
        variant="default"
        fullWidth
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={isPending}
        disabled={disabled}
        onClick={() => mutate()}
      >
        {t(alone ? 'factor.passkey.signIn' : 'factor.passkey.use')}
      </Button>
    </>
  );
}
