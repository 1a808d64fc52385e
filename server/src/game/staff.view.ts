import type { Staff } from '@vexil/contract/game';
import type { z } from 'zod';
import { avatarUrl } from '../asset/asset.view';
import type { StaffMember } from './staff.queries';

export const viewStaff = ({ accountId, userName, avatarHash, role }: StaffMember): z.infer<typeof Staff> => ({
  userId: accountId,
  userName,
  avatar: avatarUrl(avatarHash),
  role,
});
