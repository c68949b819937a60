// Lets a reader wait until another part of the program calls `ring`, or until a time limit has passed.

export type Bell = ReturnType<typeof makeBell>;

export function makeBell() {
  let rung = false;
  let wake = () => {};
  return {
    /** Ends the reader's wait. If no reader is waiting, the next wait ends at once. */
    ring(): void {
      rung = true;
      wake();
    },
    /** @returns true if `ring` was called, false after the time limit */
    wait(milliseconds: number): Promise<boolean> {
      return new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          wake = () => {};
          resolve(rung);
          rung = false;
        };
        const timer = setTimeout(end, milliseconds);
        wake = end;
        if (rung) end();
      });
    },
  };
}
