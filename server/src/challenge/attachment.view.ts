import type { Attachment } from '@vexil/contract/challenge';
import type { z } from 'zod';
import { assetUrl } from '../asset/asset.view';
import type { AttachmentFile } from './attachment.queries';

export const viewAttachment = (attachment: AttachmentFile): z.infer<typeof Attachment> => ({
  id: attachment.id,
  type: attachment.type,
  url: attachment.fileHash
    ? assetUrl(attachment.fileHash, attachment.fileName ?? attachment.storedName ?? 'attachment')
    : attachment.remoteUrl,
  fileSize: attachment.sizeBytes,
});
