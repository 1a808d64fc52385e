import { createContext, useContext } from 'react';

/** The platform's name, for titles; operators may set another. */
export const BrandContext = createContext('Vexil');
export const useBrand = (): string => useContext(BrandContext);
