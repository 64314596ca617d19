export declare const asked: 'all' | 'long' | 'quick';
export declare const isLong: (path: string) => boolean;
