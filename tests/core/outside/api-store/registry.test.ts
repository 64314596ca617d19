import { expect } from '@jest/globals';
import { ApiRegistry } from '../../../../src/core/outside/api-store/registry.ts';
import { aProfile } from '../../../harness/apis.ts';
import { verifies } from '../../../spec/verifies.ts';

verifies(
  'security.consent.provenance',
  'a registration covers a server with its scheme and port, however it is spelled',
  () => {
    const registry = new ApiRegistry();
    registry.put([
      aProfile(),
      aProfile({ id: 'home', base_url: 'http://home.example:8123/api' }),
      aProfile({ id: 'both', base_url: 'http://shop.example:81' }),
    ]);
    const at = [
      'https://shop.example/',
      'https://SHOP.example.:443/v2?q=1',
      'http://home.example:8123/',
      'http://shop.example:81/x',
    ];
    const elsewhere = [
      'http://shop.example/v1',
      'https://shop.example:8443/v1',
      'https://shop.example:81/',
      'https://home.example:8123/api',
      'http://home.example/api',
      'https://api.shop.example/v1',
      'shop.example',
      '',
    ];
    expect([...at, ...elsewhere].filter((url) => registry.isAt(url))).toEqual(at);
  },
);
