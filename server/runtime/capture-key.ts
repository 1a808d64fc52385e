interface CaptureFolder {
  challengeId: number;
  /** 0 for a container that all teams share. */
  participationId: number;
}

// Names in the file storage.

export const capturesOf = (challengeId: number): string => `capture/${challengeId}/`;

export const captureFolder = ({ challengeId, participationId }: CaptureFolder): string =>
  `${capturesOf(challengeId)}${participationId}/`;

export const captureKey = (capture: CaptureFolder & { fileName: string }): string =>
  `${captureFolder(capture)}${capture.fileName}`;
