import { expect, it } from '@jest/globals';
import { webAddress } from '../../src/page/parts/web-address.ts';

it('adds what a person leaves out of an address, and changes nothing that is there', () => {
  const typed: readonly (readonly [string, string])[] = [
    ['127.0.0.1:11434/v1', 'http://127.0.0.1:11434/v1'],
    ['localhost:1234', 'http://localhost:1234'],
    [' 192.168.1.20:3100 ', 'http://192.168.1.20:3100'],
    ['172.20.0.4', 'http://172.20.0.4'],
    ['nas.local:8080/v1', 'http://nas.local:8080/v1'],
    ['nas:8080', 'http://nas:8080'],
    ['[::1]:9000', 'http://[::1]:9000'],
    ['api.example.com/v1', 'https://api.example.com/v1'],
    ['172.200.0.4', 'https://172.200.0.4'],
    ['http://api.example.com', 'http://api.example.com'],
    ['HTTPS://api.example.com', 'HTTPS://api.example.com'],
    ['ftp://api.example.com', 'ftp://api.example.com'],
    ['  ', ''],
  ];
  for (const [text, address] of typed) expect([text, webAddress(text)]).toEqual([text, address]);
});
