/** Console output shared by the scripts: plain lines, and one way to stop with an explanation. */

/** A failure that a person can act on: printed without a stack. */
export class Explained extends Error {}

export function say(text) {
  console.log(text);
}

/** Runs a script's main function; an Explained error prints its text alone, anything else its stack. */
export async function main(run) {
  try {
    await run();
  } catch (error) {
    console.error(error instanceof Explained ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}

/** Rows as aligned columns; numbers are right-aligned. */
export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  return rows
    .map((row) => row.map((cell, column) => (typeof cell === 'number' ? String(cell).padStart(widths[column]) : String(cell).padEnd(widths[column]))).join('  ').trimEnd())
    .join('\n');
}
