import type { Attachment } from '@vexil/contract/challenge';
import { addressName, attachmentName } from '@vexil/rules/asset.rules';
import type { z } from 'zod';
import { assetUrl } from '../asset/asset.view';
import type { AttachmentFile } from './attachment.queries';

const nameOf = ({ fileName, storedName, remoteUrl }: AttachmentFile): string =>
  fileName ?? storedName ?? (remoteUrl === null ? attachmentName : addressName(remoteUrl));

export const viewAttachment = (attachment: AttachmentFile): z.infer<typeof Attachment> => ({
  id: attachment.id,
  type: attachment.type,
  name: nameOf(attachment),
  url: attachment.fileHash ? assetUrl(attachment.fileHash, nameOf(attachment)) : attachment.remoteUrl,
  fileSize: attachment.sizeBytes,
  fileHash: attachment.fileHash,
});

export const viewAttachments = <Of extends { attachments: AttachmentFile[] }>(found: Of) => ({
  ...found,
  attachments: found.attachments.map(viewAttachment),
});
