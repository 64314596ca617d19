/** Parts of the area that are no contact. */
export const DEALS = 'deals';
export const IMPORT = 'import';
