import { describeEngine } from '../testing/contract/contract';
import { buildSpec } from '../testing/docker';
import { createFakeEngine } from './fake';

const engine = createFakeEngine();
describeEngine('the fake', () => ({ engine, another: engine, spec: buildSpec, isReal: false }));
