// Vite puts a style sheet into the page; it exports nothing.
declare module '*.css';
