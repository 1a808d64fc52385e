import type { OwnField } from '@vexil/db/enums/own-field';
import { OwnFieldsEditor } from '../../ui/OwnFieldsEditor';
import { Panel } from '../../ui/Panel';
import type { SettingsForm } from './settings-form';

type FieldsSectionProps = { form: SettingsForm; stored: readonly OwnField[]; id: string; title: string };

/** What every account is asked. */
export function FieldsSection({ form, stored, id, title }: FieldsSectionProps) {
  const { value, error, onChange } = form.field('fields');
  return (
    <Panel id={id} title={title} dense>
      <OwnFieldsEditor value={value} stored={stored} error={error} onChange={onChange} />
    </Panel>
  );
}
