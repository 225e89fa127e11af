/** All operators. That each rule has some is for the test to say. */
import type { Operator } from '../operator.js';
import { addressOperators } from './addresses.js';
import { barrierOperators, warpOperators } from './barriers.js';
import { mbarrierOperators } from './mbarriers.js';
import { nullTestOperators } from './nullTests.js';
import { domainOperators } from './domains.js';
import { joinOperators } from './joins.js';
import { orderOperators } from './order.js';
import { textOperators } from './texts.js';
import { txBytesOperators } from './txBytes.js';

export const OPERATORS: readonly Operator[] = [...nullTestOperators, ...addressOperators, ...orderOperators, ...joinOperators, ...mbarrierOperators, ...txBytesOperators, ...barrierOperators, ...domainOperators, ...warpOperators, ...textOperators];
