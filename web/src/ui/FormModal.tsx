import { Button, Drawer, Modal, type ModalProps } from '@mantine/core';
import { useText } from '../i18n/use-text';
import { useOpenedLater } from './OnDemand';
import { useDialogClose } from './unsaved';
import { useAskedClose } from './use-asked-close';

type FormModalProps = Pick<ModalProps, 'opened' | 'onClose' | 'title' | 'size' | 'children'> & {
  /** The form that it shows, where that is made outside of it; one made inside is known anyway. */
  form?: { changed: readonly string[]; saving: boolean };
  /** What the dialog itself holds beside. */
  unsaved?: boolean;
  /** It stays open meanwhile. */
  saving?: boolean;
  /** At the side of the page, for what one does with the page in view. */
  aside?: boolean;
};

/** A dialog with a form, or with what is shown once: asks before what is in it is thrown away. */
export function FormModal(props: FormModalProps) {
  const { opened, form, unsaved, saving = form?.saving, aside = false, onClose, children, ...frame } = props;
  const t = useText();
  const leave = useAskedClose(unsaved ?? (form !== undefined && form.changed.length > 0), onClose);
  const shared = {
    ...frame,
    opened: useOpenedLater(opened),
    onClose: () => !saving && leave.close(),
    closeOnEscape: leave.closeOnEscape,
    closeButtonProps: { 'aria-label': t('ui.close') },
    children: leave.inside(children),
  };
  return aside ? <Drawer {...shared} position="right" /> : <Modal {...shared} />;
}

/** Closes the FormModal around. */
export function CancelButton({ disabled = false }: { disabled?: boolean }) {
  const t = useText();
  return (
    <Button variant="default" onClick={useDialogClose()} disabled={disabled}>
      {t('ui.cancel')}
    </Button>
  );
}
