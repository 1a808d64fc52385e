import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { FailureAlert } from '../../ui/FailureAlert';
import { canOfferPasskeys, offerPasskeys, type Proof } from './passkey';
import { askForPasskey } from './use-login-form';

/** Offers passkeys beside the names that the browser knows, for as long as it is shown; only a refusal is seen. */
export function PasskeyAutofill({ use }: { use: (proof: Proof) => Promise<unknown> }) {
  const { mutateAsync, error } = useMutation({ mutationFn: use });
  // biome-ignore lint/correctness/useExhaustiveDependencies: Another function of the same page would begin anew.
  useEffect(() => {
    const ended = new AbortController();
    const offer = async () => {
      if (!(await canOfferPasskeys())) return;
      let proof: Proof | 'late' | null = 'late';
      while (proof === 'late') proof = await offerPasskeys(await askForPasskey(), ended.signal);
      if (proof) await mutateAsync(proof);
    };
    // A refusal is shown, and what fails before is no matter of a reader who has asked for nothing.
    void offer().catch(() => {});
    return () => ended.abort();
  }, []);
  return <FailureAlert error={error} />;
}
