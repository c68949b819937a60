// A reader waits until another part of the program calls `ring`, or until a time limit.

export type Bell = ReturnType<typeof makeBell>;

export function makeBell() {
  let rung = false;
  let wake = () => {};
  return {
    /** A ring without a waiting reader ends the next wait at once. */
    ring(): void {
      rung = true;
      wake();
    },
    /** @returns whether it was rung; false after the time limit */
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
