import { ApiError } from '../api/api-error';
import { saveFile } from './save-file';

const nameOf = (disposition: string | null) => /filename="([^"]+)"/.exec(disposition ?? '')?.[1];

/** Throws ApiError for a refusal. */
export async function saveReply(reply: Response, otherName: string): Promise<void> {
  if (!reply.ok) throw new ApiError(await reply.json());
  saveFile(await reply.blob(), nameOf(reply.headers.get('Content-Disposition')) ?? otherName);
}
