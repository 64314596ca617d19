export declare const isAll: boolean;
export declare const isLong: (path: string) => boolean;
