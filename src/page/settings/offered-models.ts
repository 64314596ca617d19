import { useSignal, type Signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { engine, type Answer } from '../engine/client.ts';

export type Server = Answer<'providers.local'>['servers'][number];

/** The engine's largest page. */
const LARGEST = 200;

/** The models that the server of a provider lists, read when a person comes to the field. */
export function useOfferedModels(): {
  readonly models: Signal<readonly string[]>;
  readonly read: (provider: string, address: string, profile?: string) => void;
} {
  const models = useSignal<readonly string[]>([]);
  const asked = useRef('');
  const read = (provider: string, address: string, profile?: string) => {
    const key = `${provider} ${address}`;
    // The browser logs each request that fails, so half an address is not asked.
    if (key === asked.current || provider === '' || (address !== '' && !isAddress(address))) return;
    asked.current = key;
    models.value = [];
    const query = {
      limit: LARGEST,
      ...(address === '' ? {} : { api_base_url: address }),
      ...(profile === undefined ? {} : { profile }),
    };
    engine['providers.models']({ params: { provider }, query }).then(
      (page) => {
        if (asked.current === key) models.value = page.models.map(({ id }) => id);
      },
      // A model can be typed as well, and the test says what is wrong.
      () => undefined,
    );
  };
  return { models, read };
}

const isAddress = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.hostname !== '';
};
