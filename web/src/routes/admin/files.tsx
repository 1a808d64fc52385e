import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '../../features/account/guard';
import { FilesPage } from '../../features/asset-admin/FilesPage';
import { readFilesSearch } from '../../features/asset-admin/files-search';
import { useAddressSearch } from '../../ui/use-address-search';

export const Route = createFileRoute('/admin/files')({
  validateSearch: readFilesSearch,
  beforeLoad: (guarded) => requireRole('Admin', guarded),
  component: Page,
});

function Page() {
  return <FilesPage {...useAddressSearch(Route)} />;
}
