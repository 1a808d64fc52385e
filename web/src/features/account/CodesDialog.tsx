import { useText } from '../../i18n/use-text';
import { FormModal } from '../../ui/FormModal';
import { RecoveryCodes } from './RecoveryCodes';

export default function CodesDialog(props: { opened: boolean; onClose: () => void; codes: readonly string[] }) {
  const { codes, ...frame } = props;
  const t = useText('factor');
  return (
    <FormModal {...frame} title={t('factor.codes.title')}>
      <RecoveryCodes codes={codes} />
    </FormModal>
  );
}
