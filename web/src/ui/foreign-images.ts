import type { ForeignImageRule } from '@vexil/contract/settings';
import { createContext, useContext } from 'react';

/** What the platform does with pictures of other hosts in Markdown. */
export const ForeignImagesContext = createContext<ForeignImageRule>('ask');
export const useForeignImages = (): ForeignImageRule => useContext(ForeignImagesContext);
