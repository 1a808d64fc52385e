/// <reference types="vite/client" />

/** Filled in by the build: the release tag or `develop`, the commit's hash (40 characters) and the time (20, UTC). */
declare const __BUILD__: { tag: string; commit: string; time: string };
