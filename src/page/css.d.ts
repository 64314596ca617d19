// The build puts all style sheets into one; a script gets nothing of them.
declare module '*.css';
