import { describeEngine } from './contract/contract';
import { createFakeEngine } from './fake';
import { buildSpec } from './testing';

const engine = createFakeEngine();
describeEngine('the fake', () => ({ engine, another: engine, spec: buildSpec, isReal: false }));
