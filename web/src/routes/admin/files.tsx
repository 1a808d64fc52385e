import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '../../features/account/guard';
import { FilesPage } from '../../features/asset-admin/FilesPage';
import { fileOrders } from '../../features/asset-admin/files-search';
import { flag, int, oneOf, searchOf, text } from '../../ui/search-params';
import { useAddressSearch } from '../../ui/use-address-search';

export const Route = createFileRoute('/admin/files')({
  validateSearch: searchOf({ q: text(128), unused: flag, order: oneOf(fileOrders), desc: flag, page: int(1) }),
  beforeLoad: (guarded) => requireRole('Admin', guarded),
  component: Page,
});

function Page() {
  return <FilesPage {...useAddressSearch(Route)} />;
}
